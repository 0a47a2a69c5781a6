/**
 * The world that tests and the demo run in: a loopback model server, homes and workspaces that can be thrown away,
 * the pinned agents, probes of processes, canaries and a bare MCP client. Private: never published, imports no other
 * room, and no production code imports it. It may spawn, write below the temporary directory and open loopback sockets.
 *
 * @packageDocumentation
 */
export { AGENT_IDS, createAgentWorld, createCodexWorld } from './agent-world.js';
export type { AgentId, AgentWorld } from './agent-world.js';
export { createCanary } from './canary.js';
export type { Canary } from './canary.js';
export { callApplyPatch, callShell } from './call-tool.js';
export type { ShellOptions } from './call-tool.js';
export { createCodexHome } from './codex-home.js';
export type { CodexHome, CodexHomeOptions } from './codex-home.js';
export { claudeBinary, codexBinary } from './installed-agents.js';
export type { JsonRpcMessage } from './json-rpc-lines.js';
export { startMcpServer } from './mcp-client.js';
export type { McpServer, McpServerExit, McpServerOptions, SentRequest } from './mcp-client.js';
export { answer, reply } from './model-reply.js';
export type { ModelOutput, ModelReply, ReplyEnding } from './model-reply.js';
export { descendantsOf, isAlive, openDescriptors, waitForDeath } from './process-probe.js';
export type { ModelTurn, OfferedTool } from './read-request.js';
export { LONG_ANSWER_CHARACTERS, RESETS_AT_SECONDS, SCENARIOS } from './responses-scenarios.js';
export type { Scenario, ScenarioName } from './responses-scenarios.js';
export { REQUEST_MAX_BYTES, REQUESTS_KEPT, startResponsesServer } from './responses-server.js';
export type { ReceivedRequest, ResponsesServer } from './responses-server.js';
export { createTempWorkspace } from './temp-workspace.js';
export type { TempWorkspace, TempWorkspaceOptions } from './temp-workspace.js';
