import { PostgreSqlDriver, PostgreSqlPlatform } from '@mikro-orm/postgresql'

/**
 * MikroORM escapes text character by character. For a description of one megabyte this produces 30 MB of garbage and
 * blocks the event loop for 40 ms.
 */
class Platform extends PostgreSqlPlatform {
  override escape(value: unknown): string {
    return typeof value === 'string' ? literal(value) : super.escape(value)
  }
}

/** Returns text as an SQL literal. */
export function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  // In a plain literal, the meaning of a backslash depends on PostgreSQL's settings. In an E literal it is always an
  // escape.
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

class Driver extends PostgreSqlDriver {
  protected override readonly platform = new Platform()
}

/** MikroORM derives the type of the entity manager from the type of the driver, so it stays the PostgreSQL type. */
export const driver: typeof PostgreSqlDriver = Driver
