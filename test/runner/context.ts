import { AsyncLocalStorage, type AsyncResource } from 'node:async_hooks'

/**
 * Loaded before node:test, which finds the running test by an async hook that sees every promise: an eighth of a lane's processor
 * time. Here the asynchronous context finds it, which costs nothing. Everything else is node:test's own.
 */

interface Callbacks {
  init(id: number, type: string, trigger: number, resource: object): void
}

/** A test, suite or hook of node:test. */
interface Test extends AsyncResource {
  readonly nesting: number
  readonly reportedType: string
}

const hooks = process.getBuiltinModule('node:async_hooks')
const running = new AsyncLocalStorage<Test>()
let callbacks: Callbacks | null = null
/** The test around a file's tests (lane.ts). A module that loads has no asynchronous context. */
let file: Test | null = null

Object.assign(hooks, {
  createHook(given: Callbacks) {
    callbacks = given
    return { enable() {}, disable() {} }
  },
  executionAsyncId: () => (running.getStore() ?? file)?.asyncId() ?? 0,
})

const isTest = (resource: AsyncResource): resource is Test => 'reportedType' in resource

const { prototype } = hooks.AsyncResource
const runInScope = prototype.runInAsyncScope
Object.assign(prototype, {
  runInAsyncScope(this: AsyncResource, run: () => unknown, self?: object, ...args: []) {
    if (!isTest(this)) return runInScope.call(this, run, self, ...args)
    if (this.nesting === 0 && this.reportedType === 'test') file = this
    callbacks?.init(this.asyncId(), 'Test', 0, this)
    // Within the scope, because it brings the context in which the test was declared.
    return runInScope.call(this, () => running.run(this, () => run.apply(self, args)))
  },
})
