import { Plus, SquareStack } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { NoAccessState } from '../ui/NoAccessState.tsx'
import { NotFoundState } from '../ui/NotFoundState.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { SaveStatus } from '../ui/SaveStatus.tsx'
import { SettingsSection } from '../ui/SettingsSection.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ComponentSample } from './ComponentSample.tsx'

export function FeedbackSamples() {
  return (
    <>
      <ComponentSample name="SaveStatus">
        {(['saving', 'saved', 'nearly-full', 'offline', 'reconnecting', 'refused'] as const).map((state) => (
          <SaveStatus key={state} state={state} />
        ))}
        <SaveStatus state="refused" reason="This page is locked" />
        <SaveStatus state="saved" compact />
      </ComponentSample>
      <ComponentSample name="Progress">
        <ProgressBar label="Sending" part={0.4} className="w-60" />
      </ComponentSample>
      <ComponentSample name="Spinner">
        <Spinner />
        <Spinner size={24} label="Loading" />
      </ComponentSample>
      <ComponentSample name="Skeleton" stack>
        <Skeleton className="w-40" />
        <Skeleton shape="circle" />
        <Skeleton shape="card" className="w-72" />
        <Skeleton shape="row" />
      </ComponentSample>
      <ComponentSample name="EmptyState" stack>
        <div className="rounded-lg border border-line">
          <EmptyState
            icon={<SquareStack />}
            title="No work items yet"
            text="Everything your team plans, builds and fixes in Atlas will be here."
            action={
              <Button variant="primary" icon={<Plus />} keys="n i">
                New item
              </Button>
            }
          />
        </div>
        <div className="w-72 rounded-lg border border-line">
          <EmptyState compact icon={<SquareStack />} title="Nothing in review" text="Drag a card here." />
        </div>
      </ComponentSample>
      <ComponentSample name="ErrorState" stack>
        <div className="rounded-lg border border-line">
          <ErrorState onRetry={() => undefined} />
        </div>
      </ComponentSample>
      <ComponentSample name="SettingsSection" stack>
        <SettingsSection
          title="Webhooks"
          text="Send signed events to your URL."
          action={
            <Button variant="primary" icon={<Plus />}>
              New webhook
            </Button>
          }
        >
          <EmptyState compact icon={<SquareStack />} title="No webhooks yet" text="Create a webhook." />
        </SettingsSection>
      </ComponentSample>
      <ComponentSample name="NoAccess" stack>
        <div className="rounded-lg border border-line">
          <NoAccessState action={<Button>Back to your workspaces</Button>} />
        </div>
      </ComponentSample>
      <ComponentSample name="Gone" stack>
        <div className="rounded-lg border border-line">
          <NotFoundState
            title="Page not found"
            text="It was deleted."
            action={<Button>Go to pages</Button>}
          />
        </div>
      </ComponentSample>
    </>
  )
}
