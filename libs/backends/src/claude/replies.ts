import { z } from 'zod';

const names = z.array(z.string());

/** `initialize`. */
export const initializeReply = z.object({
  models: z
    .array(
      z.object({
        value: z.string(),
        resolvedModel: z.string().nullish(),
        supportedEffortLevels: names.nullish(),
      }),
    )
    .nullish(),
  account: z
    .object({
      tokenSource: z.string().nullish(),
      apiKeySource: z.string().nullish(),
      apiProvider: z.string().nullish(),
      subscriptionType: z.string().nullish(),
      email: z.string().nullish(),
    })
    .nullish(),
});

/** `get_settings`: what is in force, where it comes from, and what has become of model and effort. */
export const settingsReply = z.object({
  effective: z.object({
    disableAllHooks: z.unknown().optional(),
    /** Rules of anyone but the machine's administrator are then out of force, though they are listed. */
    allowManagedPermissionRulesOnly: z.unknown().optional(),
    permissions: z
      .object({ deny: z.array(z.unknown()).nullish(), additionalDirectories: z.array(z.unknown()).nullish() })
      .nullish(),
    /** By their event. Those of the administrator run whatever `disableAllHooks` says. */
    hooks: z.record(z.string(), z.unknown()).nullish(),
  }),
  sources: z.array(z.object({ source: z.string() })),
  applied: z.object({ model: z.string().nullish(), effort: z.string().nullish() }).nullish(),
});

/** `mcp_status`. */
export const mcpStatusReply = z.object({ mcpServers: z.array(z.object({ name: z.string() })) });

/** `list_permission_rules`, which 2.1.269 brought. */
export const rulesReply = z.object({
  state: z.object({
    rules: z.array(
      z.object({
        behavior: z.string(),
        source: z.string(),
        rule: z.string(),
        notInEffect: z.boolean().nullish(),
      }),
    ),
    workspaceDirectories: z.array(z.unknown()).nullish(),
  }),
});

/** `get_hooks_listing`, which 2.1.269 brought. */
export const hooksReply = z.object({ hooks: z.array(z.unknown()) });

/** What is asked before the prompt, by the names of the requests, and what is answered. */
export const QUESTIONS = {
  initialize: initializeReply,
  get_settings: settingsReply,
  mcp_status: mcpStatusReply,
  list_permission_rules: rulesReply,
  get_hooks_listing: hooksReply,
} as const;

/** `get_binary_version`. */
export const versionReply = z.object({ version: z.string() });

/** One window of a plan. `utilization` is in percent, `resets_at` ISO 8601 or in seconds since 1970 (2.1.332). */
export const usageWindow = z.object({
  utilization: z.number().nullish(),
  resets_at: z.union([z.string(), z.number()]).nullish(),
});

/** `get_usage`. Beside the windows that it names are further ones, `seven_day_…`, and what is no window. */
export const usageReply = z.object({
  subscription_type: z.string().nullish(),
  rate_limits_available: z.boolean().nullish(),
  rate_limits: z
    .looseObject({
      five_hour: usageWindow.nullish(),
      seven_day: usageWindow.nullish(),
      model_scoped: z.array(usageWindow.extend({ display_name: z.string() })).nullish(),
    })
    .nullish(),
});
/** What Claude Code says of the plan's limits. */
export type Usage = z.infer<typeof usageReply>;

/** A reply of which only the arrival matters. */
export const anyReply = z.unknown();
