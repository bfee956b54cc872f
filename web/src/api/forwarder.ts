import type { SubscriptionForwarder } from 'urql'

export type { SubscriptionForwarder }

/** What urql listens with; it does not name the type. */
export type ObserverLike = Parameters<ReturnType<SubscriptionForwarder>['subscribe']>[0]
