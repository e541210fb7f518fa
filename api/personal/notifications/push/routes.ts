import { pushCalls } from '#common/personal/notifications/push/calls.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { addPushDevice, getPushKey, listPushDevices, removePushDevice, testPushDevice } from './commands.ts'

export const pushFeature = defineFeature(pushCalls, {
  getPushKey: async (ctx) => getPushKey(ctx),
  listPushDevices: (ctx) => listPushDevices(ctx),
  addPushDevice: (ctx, { body }) => addPushDevice(ctx, body),
  removePushDevice: (ctx, { params }) => removePushDevice(ctx, params.push_device_id),
  testPushDevice: (ctx, { params }) => testPushDevice(ctx, params.push_device_id),
})
