import { PostgreSqlDriver, PostgreSqlPlatform } from '@mikro-orm/postgresql'

/**
 * MikroORM writes values into its statements, and goes through texts character by character: a description of a megabyte makes 30 MB of
 * garbage and stops everybody for 40 ms.
 */
class Platform extends PostgreSqlPlatform {
  override escape(value: unknown): string {
    return typeof value === 'string' ? literal(value) : super.escape(value)
  }
}

/** A text as an SQL literal. */
export function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  // Whether PostgreSQL reads a backslash in a plain literal as an escape depends on its settings. In an E literal it always does.
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

class Driver extends PostgreSqlDriver {
  protected override readonly platform = new Platform()
}

/** The type of the driver decides what MikroORM takes for the type of an entity manager, so it stays that of PostgreSQL's. */
export const driver: typeof PostgreSqlDriver = Driver
