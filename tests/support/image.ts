import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '../..')

export interface ContainerImageFolder {
  folder: string
  /** The path of the `tandem` command, as a shell in the container finds it. */
  tandem: string
}

/**
 * Creates the same files in `folder` as the last stage of the Dockerfile, because the test machine may have
 * no container engine: the copied files, the links made by `ln`, and the production dependencies.
 */
export async function createContainerImageFolder(folder: string): Promise<ContainerImageFolder> {
  const dockerfile = await readFile(join(project, 'Dockerfile'), 'utf8')
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  const app = join(folder, 'app')
  await mkdir(app, { recursive: true })
  await linkDependencies(join(app, 'node_modules'))
  for (const [, names = ''] of stage.matchAll(/^COPY (?!--from)(.+)$/gm)) await copy(names.split(' '), app)
  const linked = /ln -s \/app\/(\S+) \/usr\/local\/bin\/tandem/.exec(stage)?.[1]
  if (linked === undefined) throw new Error('The Dockerfile links no `tandem`.')
  const tandem = join(folder, 'tandem')
  await symlink(join(app, linked), tandem)
  return { folder: app, tandem }
}

async function copy(names: string[], app: string): Promise<void> {
  const sources = names.slice(0, -1)
  const target = names.at(-1) ?? ''
  for (const source of sources)
    await cp(join(project, source), join(app, target.endsWith('/') ? source : target), { recursive: true })
}

async function linkDependencies(target: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'))
  for (const [path, { dev, optional }] of Object.entries<{ dev?: boolean; optional?: boolean }>(packages)) {
    // The condition is true for a package that is directly in `node_modules`, and false for a package that is
    // nested in another package.
    const isTopLevel = path.startsWith('node_modules/') && !path.slice(1).includes('/node_modules/')
    if (!isTopLevel || dev || path === 'node_modules/node') continue
    const link = join(target, path.slice('node_modules/'.length))
    await mkdir(resolve(link, '..'), { recursive: true })
    await symlink(join(project, path), link).catch((error: unknown) => {
      if (!optional) throw error
    })
  }
}
