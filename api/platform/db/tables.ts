/**
 * The tables as Kysely sees them. Every feature adds its own in `api/tables.ts`, which the database must not import,
 * because it would then depend on all features.
 */
// biome-ignore lint/suspicious/noEmptyInterface: api/tables.ts adds the tables by declaration merging
export interface Tables {}
