import { createBus } from '../bus.ts'
import { InvalidSettings, readConfig } from '../config.ts'
import { connectOrStartEmbedded } from '../db/embedded-postgres.ts'
import { DatabaseNotThere, migrate } from '../db/migrate.ts'
import { createOrm } from '../db/orm.ts'
import { commands, WrongCommand } from './commands.ts'

/** What whoever runs the installation does on its machine when nobody can get in by the screens. */
async function main([name, typed, ...others]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name as keyof typeof commands] : undefined
  if (command === undefined)
    throw new WrongCommand(name === undefined ? usage() : `There is no command “${name}”.\n${usage()}`)
  if (others.length > 0 || (typed === undefined) !== (command.takes === null))
    throw new WrongCommand(`“${name}” wants ${command.takes ?? 'nothing'} behind it.\n${usage()}`)
  const config = readConfig()
  const embedded =
    config.databaseUrl === null
      ? await connectOrStartEmbedded({ dataDir: config.dataDir, log: console })
      : null
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const bus = createBus(config.redisUrl)
  await migrate(databaseUrl, console)
  const orm = await createOrm(databaseUrl, bus)
  try {
    console.log(await command.run(orm.em.fork(), config, typed ?? ''))
  } finally {
    await orm.close(true)
    await bus.close()
    await embedded?.stop()
  }
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { takes, meaning }]) => {
    const call = `npm run admin -- ${name}${takes === null ? '' : ` ${takes}`}`
    return `  ${call.padEnd(44)} ${meaning}`
  })
  return `\n${lines.join('\n')}\n`
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isExplained =
    error instanceof WrongCommand || error instanceof InvalidSettings || error instanceof DatabaseNotThere
  console.error(isExplained ? error.message : error)
  process.exitCode = 1
}
