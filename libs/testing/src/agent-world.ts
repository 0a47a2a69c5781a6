import { createAgyWorld } from './agy-world.js';
import { createClaudeWorld } from './claude-world.js';
import { createCodexWorld } from './codex-world.js';
import type { WorldPrices } from './price-list.js';

/** The agents that have a world here. */
export const AGENT_IDS = ['codex', 'claude', 'agy'] as const;
/** One of {@link AGENT_IDS}. */
export type AgentId = (typeof AGENT_IDS)[number];

/**
 * An agent that can be asked without an account: a home of its own, and a model whose replies are scripted by markers
 * in the prompt (`SCENARIO=<name>`, `ARG="<JSON string>"`). Nothing of it leaves 127.0.0.1.
 */
export interface AgentWorld {
  readonly id: AgentId;
  /** Absolute path of the agent's program: the real one, or the stand-in where the real one cannot be had. */
  readonly binary: string;
  /** The home folder, with the agent's settings in it. */
  readonly home: string;
  /**
   * The whole environment of a CoAgent8 that is to find and ask this agent. Keys in it are dummies; its price list is a
   * file of the home.
   */
  readonly variables: Readonly<Record<string, string>>;
  /** All that has reached the model so far, one JSON text for each request, oldest first. */
  readonly spoken: () => readonly string[];
  /** Ends the model server and deletes the home. End every child that uses them first. */
  readonly remove: () => Promise<void>;
}

/** What any {@link AgentWorld} can be made from. */
export interface AgentWorldOptions {
  /** What models cost; `writePriceList(home, …)` changes it later. Default: too little for anybody to be asked. */
  readonly prices?: WorldPrices;
}

/** A {@link AgentWorld} for each agent. */
const WORLDS: Readonly<Record<AgentId, (options: AgentWorldOptions) => Promise<AgentWorld>>> = {
  codex: createCodexWorld,
  claude: createClaudeWorld,
  agy: createAgyWorld,
};

/** Makes the world of one agent. */
export function createAgentWorld(id: AgentId, options: AgentWorldOptions = {}): Promise<AgentWorld> {
  return WORLDS[id](options);
}
