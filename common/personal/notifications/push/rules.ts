/** Push devices of one user. */
export const pushDevicesLimit = 20

export const pushEndpointLength = 2000
