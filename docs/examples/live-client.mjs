// Follows the work items of a project, and says who is looking at it. The protocol is described in ../live.md.
//
//   npm install socket.io-client
//   node live-client.mjs http://localhost:3000 WORKSPACE PROJECT_ID SESSION
//
// SESSION is the value of the cookie `session-id` of somebody who is signed in.
import { io } from 'socket.io-client'

const [url, slug, projectId, session] = process.argv.slice(2)
const headers = { cookie: `session-id=${session}`, origin: url }
const project = `${url}/api/workspaces/${slug}/projects/${projectId}`
const place = `project:${projectId}`

let workspaceId = null
/** Everything up to here is in `items`; null before it has been read for the first time. */
let version = null
const items = new Map()
/** Heard while the items were being read, which may be older. */
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
  // Something between was missed.
  if (version !== null && message.from > version) return subscribe()
  take(message.changes, message.to)
})
// Whoever was removed and is back is not subscribed any more, so subscribe first.
socket.on('access', (id) => {
  if (id === workspaceId) subscribe({ anew: true })
})

// The answer is dealt with at once, in the callback: an event behind it builds upon it.
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

/** Reads the items (of a large project, one goes on with the answer's cursor); what is heard meanwhile is laid over them. */
async function read(from) {
  version = from
  meanwhile = []
  const own = {}
  reading = own
  const response = await fetch(`${project}/issues/`, { headers })
  if (!response.ok) throw new Error(`the items could not be read: ${response.status}`)
  const { results } = await response.json()
  // Asked to read anew before this was over: the later one counts.
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
  // A whole row carries its id; a part of one is of use only to whoever has the rest.
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
