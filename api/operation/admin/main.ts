import { readConfig } from '../../platform/config/config.ts'
import { runCommand, spelled, withExistingDatabase } from '../../platform/db/command-line.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createOrm } from '../../platform/db/orm.ts'
import { createBus } from '../../platform/feed/bus.ts'
import { peopleAddress } from '../instance/people-address.ts'
import { commands, WrongCommand } from './commands.ts'

/** What whoever runs the installation does on its machine when nobody can get in by the screens. */
async function main([name, typed, ...others]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name as keyof typeof commands] : undefined
  if (command === undefined)
    throw new WrongCommand(name === undefined ? usage() : `There is no command “${name}”.\n${usage()}`)
  if (others.length > 0 || (typed === undefined) !== (command.takes === null))
    throw new WrongCommand(`“${name}” wants ${command.takes ?? 'nothing'} behind it.\n${usage()}`)
  const config = readConfig(undefined, 'nothing')
  await withExistingDatabase(config, async (databaseUrl) => {
    const bus = createBus(config.redisUrl)
    await migrate(databaseUrl, console)
    const orm = await createOrm(databaseUrl, bus)
    try {
      const em = orm.em.fork()
      console.log(await command.run(em, { appUrl: await peopleAddress(em, config) }, typed ?? ''))
    } finally {
      await orm.close(true)
      await bus.close()
    }
  })
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { takes, meaning }]) => {
    const call = `${spelled('admin')} ${name}${takes === null ? '' : ` ${takes}`}`
    return `  ${call.padEnd(44)} ${meaning}`
  })
  return `\n${lines.join('\n')}\n`
}

await runCommand(usage(), main)
