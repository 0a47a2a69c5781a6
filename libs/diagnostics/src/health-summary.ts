import type { BackendHealth, HealthReport } from './examine-health.js';
import { fitSections } from './fit-sections.js';
import type { Row, Section } from './fit-sections.js';
import { stateText } from './health-text.js';
import { configurationSection, problemRows, SUMMARY_MAX_BYTES, textRow } from './summary.js';

/**
 * A report of the agents' health as Markdown for the model of a host, at most {@link SUMMARY_MAX_BYTES} bytes. What is
 * wrong stands first, so that what is left out for want of room is what is right. Pure.
 */
export function healthSummary(report: HealthReport): string {
  const { configuration, directory, backends } = report;
  const sections = [
    ...configurationSection(configuration),
    ...backends.map(backendSection),
    {
      head: '',
      rows: [textRow('configuration', configuration.file ?? 'none'), textRow('examined in', directory)],
    },
  ];
  return fitSections(sections, SUMMARY_MAX_BYTES);
}

function backendSection(health: BackendHealth): Section {
  return { head: `**${health.backend}**: ${stateText(health)}`, rows: factRows(health) };
}

function factRows(health: BackendHealth): Row[] {
  const { executable, version, authentication, evidence } = health;
  const checks = evidence?.checks ?? [];
  return [
    ...problemRows(health),
    ...checks.filter(({ passed }) => !passed).map(({ name, detail }) => textRow(`✗ ${name}`, detail)),
    ...(authentication === undefined
      ? []
      : [textRow('sign-in', `${authentication.state}: ${authentication.detail}`)]),
    ...(executable === undefined ? [] : [textRow('program', `${executable.path} (${executable.source})`)]),
    ...(version === undefined ? [] : [textRow('version', version)]),
    ...checks.filter(({ passed }) => passed).map(({ name, detail }) => textRow(`✓ ${name}`, detail)),
  ];
}
