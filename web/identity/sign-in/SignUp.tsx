import { SignInScreen } from './SignInScreen.tsx'

export function SignUp() {
  return <SignInScreen key="sign-up" page="sign-up" />
}
