/** Entry of the bundle: whoever loads it starts the server. */
import { main } from './main.js';

void main();
