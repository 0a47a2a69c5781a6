import { agy } from './agy.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import type { Subject } from './subject.js';

/** Every backend there is. */
export const SUBJECTS: readonly Subject[] = [codex, claude, agy];
