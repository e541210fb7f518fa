#!/usr/bin/env node
/**
 * The commands in the Docker image, which does not contain npm. For example, `tandem backup FOLDER` does the
 * same as `npm run backup -- FOLDER`.
 */
const commands: Record<string, { file: string; meaning: string; keepsName?: boolean }> = {
  backup: {
    file: './backup.ts',
    meaning: 'copies database, files and secret',
    keepsName: true,
  },
  restore: { file: './backup.ts', meaning: 'restores a backup', keepsName: true },
  admin: {
    file: './admin.ts',
    meaning: 'helps people who cannot sign in, and lists the admins',
  },
  migrate: { file: './migrate.ts', meaning: 'brings the database up to date' },
  seed: { file: './seed.ts', meaning: 'creates a workspace with a sample project' },
}

const [node = '', program = '', name = '--help', ...rest] = process.argv
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command !== undefined) {
  process.argv = [node, program, ...(command.keepsName ? [name] : []), ...rest]
  await import(command.file)
} else if (name === '--help' || name === '-h') {
  console.log(usage())
} else {
  console.error(`There is no command “${name}”.\n${usage()}`)
  process.exitCode = 1
}

function usage(): string {
  const lines = Object.entries(commands).map(
    ([each, { meaning }]) => `  ${`tandem ${each}`.padEnd(18)} ${meaning}`,
  )
  return `\n${lines.join('\n')}\n\n  tandem COMMAND --help explains each.\n`
}
