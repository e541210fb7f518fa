// Prints changes of the work items in a project, and the number of users who view it. ../live.md describes the protocol.
//
//   npm install socket.io-client
//   node live-client.mjs http://localhost:3000 WORKSPACE PROJECT_ID SESSION
//
// SESSION is the value of the cookie `session-id` of a user who is signed in.
import { io } from 'socket.io-client'

const [url, slug, projectId, session] = process.argv.slice(2)
const headers = { cookie: `session-id=${session}`, origin: url }
const project = `${url}/api/workspaces/${slug}/projects/${projectId}`
const place = `project:${projectId}`

let workspaceId = null
/** `items` contains all changes up to this workspace version. Null until the items are loaded for the first time. */
let version = null
const items = new Map()
/** Changes that arrive while the items are loading. They are applied afterwards, because the loaded items can be older. */
let meanwhile = []
let reading = null

const socket = io(url, {
  path: '/live',
  transports: ['websocket'],
  extraHeaders: headers,
  auth: { protocol: 2 },
})

socket.on('connect', subscribe)
socket.on('connect_error', (error) => print({ waiting: error.message }))
socket.on('changes', (message) => {
  if (message.workspace !== workspaceId) return
  // Changes between the two versions are missing, so request them.
  if (version !== null && message.from > version) return subscribe()
  take(message.changes, message.to)
})
// The access of this user has changed. The server may have ended the subscription, so subscribe again before loading the items.
socket.on('access', (id) => {
  if (id === workspaceId) subscribe({ anew: true })
})

// The callback handles the answer immediately, because the next events depend on it.
function subscribe({ anew = false } = {}) {
  const since = anew || version === null ? {} : { since: version }
  socket.emit('subscribe', { workspace: slug, ...since }, (answer) => {
    if (!answer.ok) {
      print({ refused: answer.code })
      if (answer.code === 'not_found') return socket.disconnect()
      return setTimeout(subscribe, 3000)
    }
    workspaceId = answer.workspace_id
    socket.emit('presence', { place })
    if (answer.reload || since.since === undefined) read(answer.version).catch(stop)
    else take(answer.changes, answer.version)
  })
}

/**
 * Loads the items, then applies the changes that arrived in the meantime. For simplicity, it loads only the first page. A large
 * project has more pages, which the cursor of the answer requests.
 */
async function read(from) {
  version = from
  meanwhile = []
  const own = {}
  reading = own
  const response = await fetch(`${project}/issues/`, { headers })
  if (!response.ok) throw new Error(`the items could not be read: ${response.status}`)
  const { results } = await response.json()
  // A later call of `read` has started. Its result replaces this one.
  if (reading !== own) return
  reading = null
  items.clear()
  for (const item of results) items.set(item.id, item)
  for (const change of meanwhile) apply(change)
  print({ read: items.size, version })
}

function take(changes, to) {
  for (const change of changes) {
    if (change.version <= version) continue
    if (reading) meanwhile.push(change)
    else apply(change)
  }
  version = Math.max(version ?? 0, to)
}

function apply({ entity, id, op, fields }) {
  if (entity !== 'work_items') return
  const known = items.get(id)
  if (op === 'delete') items.delete(id)
  // A complete row contains its id. Other changes contain only some fields, so ignore them for unknown items.
  else if (known || fields.id) items.set(id, { ...known, ...fields })
  if (items.get(id)?.project_id !== projectId && op !== 'delete') items.delete(id)
  print({ [op]: id, name: items.get(id)?.name })
}

let people = new Map()
socket.on('presence', (where, here) => {
  if (where !== place) return
  people = new Map(here.map((one) => [one.client_id, one]))
  print({ here: people.size })
})
socket.on('presence_changes', (where, { changed, left, count }) => {
  if (where !== place) return
  for (const one of changed) people.set(one.client_id, one)
  for (const id of left) people.delete(id)
  print({ here: count })
})

function stop(error) {
  print({ stopped: error.message })
  socket.disconnect()
}

function print(what) {
  console.log(JSON.stringify(what))
}
