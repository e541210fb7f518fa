import { createOrm } from '#api/create-orm.ts'
import { adminCommands, InvalidCommand } from '#api/operation/admin/commands.ts'
import { getPublicAddress } from '#api/operation/instance/people-address.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import { formatCommandName, runCommand, withExistingDatabase } from '#api/platform/db/command-line.ts'
import { migrate } from '#api/platform/db/migrate.ts'

/** Runs admin commands on the server's machine, for example if nobody can sign in. */
async function main([name, typed, ...others]: string[]): Promise<void> {
  const command = Object.hasOwn(adminCommands, name ?? '')
    ? adminCommands[name as keyof typeof adminCommands]
    : undefined
  if (command === undefined)
    throw new InvalidCommand(name === undefined ? usage() : `There is no command “${name}”.\n${usage()}`)
  if (others.length > 0 || (typed === undefined) !== (command.takes === null))
    throw new InvalidCommand(
      `“${name}” expects ${command.takes === null ? 'no argument' : `the argument ${command.takes}`}.\n${usage()}`,
    )
  const config = readConfig(undefined, 'nothing')
  await withExistingDatabase(config, async (databaseUrl) => {
    const bus = createBus(config.redisUrl)
    await migrate(databaseUrl, console)
    const orm = await createOrm(databaseUrl, bus)
    try {
      const em = orm.em.fork()
      console.log(await command.run(em, { appUrl: await getPublicAddress(em, config) }, typed ?? ''))
    } finally {
      await orm.close(true)
      await bus.close()
    }
  })
}

function usage(): string {
  const lines = Object.entries(adminCommands).map(([name, { takes, meaning }]) => {
    const call = `${formatCommandName('admin')} ${name}${takes === null ? '' : ` ${takes}`}`
    return `  ${call.padEnd(44)} ${meaning}`
  })
  return `\n${lines.join('\n')}\n`
}

await runCommand(usage(), main)
