/** The smallest MCP server with a tool: what a user may have configured, and what the profile has to switch off. */
import { createInterface } from 'node:readline';

const RESULTS = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'planted', version: '1' },
  },
  'tools/list': { tools: [{ name: 'write', inputSchema: { type: 'object' } }] },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method] ?? {} }));
});
