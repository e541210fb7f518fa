import { useAtomValue } from 'jotai'
import { TwoFactorSettings } from '../../identity/sign-in/two-factor/TwoFactorSettings.tsx'
import { meAtom } from '../../platform/person/session.ts'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { DeactivateAccount } from './DeactivateAccount.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DeviceData } from './DeviceData.tsx'
import { EmailForm } from './EmailForm.tsx'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

/**
 * Screen `/{slug}/settings/profile/security` with the sign-in methods, the sessions, the data on this
 * device and the deletion of the account.
 */
export function SecuritySettings() {
  const me = useAtomValue(meAtom)
  if (me === null) return null
  return (
    <AccountScreen>
      <PasswordForm key={String(me.is_password_autoset)} me={me} />
      <TwoFactorSettings key={`${me.email} ${me.is_password_autoset}`} me={me} />
      <EmailForm key={me.email} me={me} />
      <LinkedAccounts />
      <Sessions />
      <DeviceData />
      <DeactivateAccount me={me} />
      <DeleteAccount me={me} />
    </AccountScreen>
  )
}
