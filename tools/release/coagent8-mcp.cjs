#!/usr/bin/env node
// Starts the MCP server whatever the arguments: for clients that add some.
process.argv.length = 2;
require('./index.cjs');
