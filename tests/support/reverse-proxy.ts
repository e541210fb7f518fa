import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type ProxyName = 'nginx' | 'caddy'

/** A reverse proxy on this machine with its example configuration from `docs/examples/proxies`. */
export interface ReverseProxy {
  close(): Promise<void>
}

interface Ports {
  /** The port on which the proxy listens. */
  own: number
  /** The port of the server behind the proxy. */
  server: number
}

const versionFlags = { nginx: '-v', caddy: 'version' }
const examples = resolve(import.meta.dirname, '../../docs/examples/proxies')

export function isInstalled(name: ProxyName): boolean {
  try {
    execFileSync(name, [versionFlags[name]], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts the proxy with the example configuration. Only ports, host name and certificates are replaced. */
export async function startReverseProxy(name: ProxyName, ports: Ports): Promise<ReverseProxy> {
  const folder = await mkdtemp(join(tmpdir(), `tandem-${name}-`))
  const child = await { nginx: startNginx, caddy: startCaddy }[name](folder, ports)
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  while (!(await accepts(ports.own))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`)
    await pause(20)
  }
  return {
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startNginx(folder: string, ports: Ports): Promise<ChildProcess> {
  const example = replaced(await readFile(join(examples, 'nginx.conf'), 'utf8'), [
    ['listen 443 ssl;', `listen 127.0.0.1:${ports.own};`],
    [/^ *ssl_certificate.*\n/gm, ''],
    ['127.0.0.1:3000', `127.0.0.1:${ports.server}`],
  ])
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const path = join(folder, 'nginx.conf')
  // If nginx is started as root, its workers run as another user by default, who cannot write to this folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    path,
    `${user} daemon off; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${folders.map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')}
    ${example} }`,
  )
  return spawn('nginx', ['-p', folder, '-c', path], { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function startCaddy(folder: string, ports: Ports): Promise<ChildProcess> {
  const example = replaced(await readFile(join(examples, 'Caddyfile'), 'utf8'), [
    ['tandem.example.com {', `http://127.0.0.1:${ports.own} {`],
    ['127.0.0.1:3000', `127.0.0.1:${ports.server}`],
  ])
  const path = join(folder, 'Caddyfile')
  await writeFile(path, `{\n  admin off\n}\n${example}`)
  return spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function replaced(text: string, replacements: [string | RegExp, string][]): string {
  return replacements.reduce((now, [from, to]) => {
    const next = now.replace(from, to)
    if (next === now) throw new Error(`The example has no ${from}.`)
    return next
  }, text)
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
