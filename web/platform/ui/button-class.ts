import { cx } from './cx.ts'

export interface ButtonVariantProps {
  variant?: 'primary' | 'line' | 'ghost' | 'danger' | 'danger-line'
  size?: 'sm' | 'md' | 'lg'
}

/**
 * Returns the style of a button for links and triggers: `<Link className={buttonClass({ variant: 'line'
 * })}>`.
 */
export function buttonClass({ variant = 'line', size = 'md' }: ButtonVariantProps = {}): string {
  return cx(base, variants[variant], sizes[size])
}

const base =
  'touch-target relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap font-medium no-underline transition-colors focus-visible:z-1 disabled:cursor-not-allowed data-disabled:cursor-not-allowed disabled:opacity-50 data-disabled:opacity-50'

const variants = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-hover active:brightness-95 focus-visible:outline-offset-2',
  line: 'border border-line-strong bg-sheet text-text hover:bg-[image:linear-gradient(var(--hover),var(--hover))] active:bg-[image:linear-gradient(var(--active),var(--active))] aria-expanded:bg-[image:linear-gradient(var(--active),var(--active))]',
  ghost:
    'text-soft hover:bg-hover hover:text-text active:bg-active aria-expanded:bg-active aria-expanded:text-text aria-pressed:bg-active aria-pressed:text-text',
  danger:
    'bg-danger text-on-danger hover:bg-danger-hover active:brightness-95 focus-visible:outline-offset-2',
  'danger-line':
    'border border-line-strong bg-sheet text-danger hover:border-danger hover:bg-danger-soft active:bg-danger-soft',
}

const sizes = {
  sm: 'h-control-sm rounded-sm px-2 text-sm',
  md: 'h-control rounded-sm px-2.5 text-md',
  lg: 'h-control-lg rounded-md px-4 text-md',
}
