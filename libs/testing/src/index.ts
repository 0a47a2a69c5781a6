/**
 * The world that tests and the demo run in: loopback model servers, homes and workspaces that can be thrown away,
 * the pinned agents, probes of processes, canaries and a bare MCP client. Private: never published, imports no other
 * room, and no production code imports it. It may spawn, write below the temporary directory and open loopback sockets.
 *
 * @packageDocumentation
 */
export { AGENT_IDS, createAgentWorld } from './agent-world.js';
export type { AgentId, AgentWorld, AgentWorldOptions } from './agent-world.js';
export { createAgyWorld } from './agy-world.js';
export type { AgyCall, AgyWorld, AgyWorldOptions } from './agy-world.js';
export { createCanary } from './canary.js';
export type { Canary } from './canary.js';
export { callApplyPatch, callShell } from './call-tool.js';
export type { ShellOptions } from './call-tool.js';
export { createClaudeHome } from './claude-home.js';
export type { ClaudeHome, ClaudeHomeOptions } from './claude-home.js';
export { createClaudeWorld } from './claude-world.js';
export { createCodexHome } from './codex-home.js';
export type { CodexHome, CodexHomeOptions } from './codex-home.js';
export { createCodexWorld } from './codex-world.js';
export { claudeBinary, codexBinary } from './installed-agents.js';
export type { JsonRpcMessage } from './json-rpc-lines.js';
export { MESSAGES_SCENARIOS } from './messages-scenarios.js';
export type { MessagesScenarioName } from './messages-scenarios.js';
export { startMessagesServer } from './messages-server.js';
export type { MessagesServer } from './messages-server.js';
export { startMcpServer } from './mcp-client.js';
export type { McpServer, McpServerExit, McpServerOptions, SentRequest } from './mcp-client.js';
export { answer, reply } from './model-reply.js';
export type { ModelOutput, ModelReply, ReplyEnding } from './model-reply.js';
export { REQUESTS_KEPT, startModelServer } from './model-server.js';
export type { ModelApi, ModelServer } from './model-server.js';
export type { ModelTurn, OfferedTool } from './model-turn.js';
export { CHEAP_PRICES, writePriceList } from './price-list.js';
export type { WorldPrices } from './price-list.js';
export { descendantsOf, isAlive, openDescriptors, waitForDeath } from './process-probe.js';
export { REQUEST_MAX_BYTES } from './receive-request.js';
export type { ReceivedRequest } from './receive-request.js';
export { SCENARIOS } from './responses-scenarios.js';
export type { ScenarioName } from './responses-scenarios.js';
export { startResponsesServer } from './responses-server.js';
export type { ResponsesServer } from './responses-server.js';
export { LONG_ANSWER_CHARACTERS, RESETS_AT_SECONDS } from './scenarios.js';
export type { Scenario } from './scenarios.js';
export { createSelfSignedCertificate } from './self-signed-certificate.js';
export type { SelfSignedCertificate } from './self-signed-certificate.js';
export { createTempWorkspace } from './temp-workspace.js';
export type { TempWorkspace, TempWorkspaceOptions } from './temp-workspace.js';
