/** Preloaded into a server: writes a line to the file that COUNTED_PROCESSES names for each process that is started. */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

const file = process.env['COUNTED_PROCESSES'];
if (file === undefined) throw new Error('COUNTED_PROCESSES names no file');
subscribe('child_process', () => appendFileSync(file, 'started\n'));
