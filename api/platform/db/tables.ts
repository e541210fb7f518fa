/**
 * The types of the database tables, which Kysely uses to check queries. Each feature adds its tables in
 * `api/tables.ts`. This file must not import them, because the database folder would then depend on all
 * features.
 */
// biome-ignore lint/suspicious/noEmptyInterface: api/tables.ts adds the tables by declaration merging
export interface Tables {}
