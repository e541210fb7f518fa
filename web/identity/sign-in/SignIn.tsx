import { SignInScreen } from './SignInScreen.tsx'

export function SignIn() {
  return <SignInScreen key="sign-in" page="sign-in" />
}
