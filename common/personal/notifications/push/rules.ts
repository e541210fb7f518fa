/** Maximum number of push devices per user. */
export const pushDevicesLimit = 20

export const pushEndpointLength = 2000
