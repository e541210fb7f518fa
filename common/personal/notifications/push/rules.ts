/** Browsers of one person that are told; more than anybody signs in with. */
export const pushDevicesLimit = 20

export const pushEndpointLength = 2000
