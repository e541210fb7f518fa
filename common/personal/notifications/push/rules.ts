/** Maximum number of push devices per user. */
export const pushDevicesLimit = 20

export const maxPushEndpointLength = 2000
