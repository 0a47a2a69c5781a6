import { consult } from './consult.js';
import { doctor } from './doctor.js';
import { issue } from './issue.js';
import { OLDER_TOOLS } from './older-tools.js';
import type { Tool } from './tool.js';

/** Every tool that can be called. */
export const TOOLS: readonly Tool[] = [consult, doctor, issue, ...OLDER_TOOLS];
