import { workItemCalls } from './work-items/calls.ts'

/** Every call there is, by name. The client's build takes method and path from here, the tests everything. */
export const calls = {
  ...workItemCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
