import { redactDiagnostic, secureRecord } from '@coagent8/security';
import type { DiagnosticContext } from '@coagent8/security';

/**
 * A report with every text in it redacted as a diagnostic. The short texts of a long list are redacted together, since each
 * by itself costs some two milliseconds.
 */
export async function secureReport<Report>(report: Report, context: DiagnosticContext): Promise<Report> {
  const texts = new Set<string>();
  await secureRecord(report, async (text) => {
    texts.add(text);
    return text;
  });
  const secured = await secureLines([...texts].filter(isLine), context);
  return secureRecord(report, async (text) => secured.get(text) ?? redactDiagnostic(text, context));
}

const isLine = (text: string) => !/[\n\r\u0085\u2028\u2029]/.test(text);

/** None where a redaction went over the end of a line: then each has to be looked at by itself. */
async function secureLines(
  lines: readonly string[],
  context: DiagnosticContext,
): Promise<ReadonlyMap<string, string>> {
  const secured = (await redactDiagnostic(lines.join('\n'), context)).split('\n');
  if (secured.length !== lines.length) return new Map();
  return new Map(lines.map((line, index) => [line, secured[index] ?? '']));
}
