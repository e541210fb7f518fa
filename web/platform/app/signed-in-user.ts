import { signedInUserCookie } from '#common/identity/sign-in/signed-in-user.ts'

/**
 * Returns the id of the user who signed in last in this browser. Returns null if nobody has signed in since, or if
 * the sign-in is old.
 */
export function readSignedInUserId(): string | null {
  if (typeof document === 'undefined') return null
  const pair = document.cookie.split(/;\s*/).find((part) => part.startsWith(`${signedInUserCookie}=`))
  return pair?.slice(signedInUserCookie.length + 1) || null
}

/** Returns true if stored data may be shown before the server answers. */
export function canShowStoredAnswers(): boolean {
  return readSignedInUserId() !== null && isDeviceDataOn()
}

/** Local storage key of the user's choice whether data is stored on this device. */
export const deviceDataKey = 'device-data'

/** Returns false if the user has chosen that no data is stored on this device. */
export function isDeviceDataOn(): boolean {
  try {
    return localStorage.getItem(deviceDataKey) !== 'off'
  } catch {
    // Scripts cannot read the local storage if the user blocks site data.
    return false
  }
}

export function setDeviceDataOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(deviceDataKey)
  else localStorage.setItem(deviceDataKey, 'off')
}
