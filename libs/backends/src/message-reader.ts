import type { CoAgentError } from '@coagent8/contracts';
import type { z } from 'zod';

/** Reads what an agent prints. */
export interface MessageReader {
  /**
   * The JSON of one line. The last line of an output may lack its line feed; it counts where it is whole.
   *
   * @throws CoAgentError `PROTOCOL_ERROR` where it is none.
   */
  readonly readJson: (line: string, isComplete: boolean) => unknown;
  /**
   * What a message carries.
   *
   * @throws CoAgentError `PROTOCOL_ERROR` naming `what` and the member that is not as it should be, never its value.
   */
  readonly parse: <Schema extends z.ZodType>(schema: Schema, value: unknown, what: string) => z.infer<Schema>;
}

/**
 * The {@link MessageReader} of an agent.
 *
 * @param badOutput - Words the error that the agent printed `what`.
 */
export function createMessageReader(badOutput: (what: string) => CoAgentError): MessageReader {
  return {
    readJson: (line, isComplete) => {
      try {
        return JSON.parse(line);
      } catch {
        throw badOutput(isComplete ? 'a line that is not JSON' : 'a line that breaks off');
      }
    },
    parse: (schema, value, what) => {
      const { success, data, error } = schema.safeParse(value);
      if (success) return data;
      const member = error.issues[0]?.path.join('.') ?? '';
      throw badOutput(member === '' ? what : `${what} (${member})`);
    },
  };
}
