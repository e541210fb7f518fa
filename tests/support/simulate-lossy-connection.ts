import { MessageType } from '@hocuspocus/server'
import * as decoding from 'lib0/decoding'
import { syncStep2Type, syncUpdateType } from '#realtime/documents/frames.ts'
import type { TestDocumentClient } from './document-clients.ts'

/** A client's connection over a simulated bad network. */
export interface LossyConnection {
  /** From now on, drops every change that the client sends. */
  lose(): void
  /**
   * Ends the connection, so that the client reconnects. Then delivers all messages of the client, except the
   * answers in which it resends missing edits. `deliver` delivers these answers.
   */
  reconnect(): void
  /** Ends the bad connection and delivers everything from now on. */
  breakOff(): void
  /** Returns the number of answers that are not delivered yet. */
  answers(): number
  /**
   * Delivers all messages of the client, including the answers with missing edits that were not delivered
   * after `reconnect`.
   */
  deliver(): void
  /** Returns the number of acknowledgements from the server since the connection was made. */
  acknowledged(): number
}

export function simulateLossyConnection({ socket, provider }: TestDocumentClient): LossyConnection {
  const send = socket.send.bind(socket)
  const answers: Uint8Array[] = []
  let network: 'good' | 'losing' | 'slow' = 'good'
  let acknowledged = 0
  provider.on('open', () => {
    acknowledged = 0
  })
  provider.on('message', ({ event }: { event: { data: ArrayBuffer } }) => {
    if (kindOf(new Uint8Array(event.data)).type === MessageType.SyncStatus) acknowledged++
  })
  socket.send = (frame: Uint8Array) => {
    const { type, step } = kindOf(frame)
    const isChange = type === MessageType.Sync && (step === syncStep2Type || step === syncUpdateType)
    if (network === 'losing' && isChange) return
    if (network === 'slow' && isChange && step === syncStep2Type) answers.push(frame)
    else send(frame)
  }
  return {
    lose() {
      network = 'losing'
    },
    reconnect() {
      network = 'slow'
      socket.webSocket?.close()
    },
    breakOff() {
      if (network !== 'good') socket.webSocket?.close()
      network = 'good'
    },
    answers: () => answers.length,
    deliver() {
      network = 'good'
      for (const frame of answers.splice(0)) send(frame)
    },
    acknowledged: () => acknowledged,
  }
}

function kindOf(frame: Uint8Array): { type: number; step: number } {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  const type = decoding.readVarUint(decoder)
  return { type, step: type === MessageType.Sync ? decoding.readVarUint(decoder) : 0 }
}
