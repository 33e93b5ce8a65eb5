import type { ErrorCode, Problem } from '#contract/errors'

/**
 * The reason why a call has no data: a refusal, or no answer. As the specification demands, a missing answer has status
 * 400, too; `is_offline` distinguishes it from a refusal with that status.
 */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'no_answer'
  readonly detail: string
  readonly fields: Record<string, string>
  readonly is_offline: boolean
  readonly request_id: string | undefined
  /** Seconds until another attempt makes sense, if the server sent them. */
  readonly retry_after: number | undefined
  readonly puzzle: Problem['puzzle']

  constructor(problem: Partial<Problem> & { is_offline?: boolean; retry_after?: number }) {
    const code = problem.is_offline === true ? 'no_answer' : (problem.code ?? 'unexpected')
    super(problem.detail ?? 'You are offline.')
    this.status = problem.status ?? 400
    this.code = code
    this.detail = this.message
    this.fields = problem.fields ?? {}
    this.is_offline = code === 'no_answer'
    this.request_id = problem.request_id
    this.retry_after = problem.retry_after
    this.puzzle = problem.puzzle
  }
}

/** Returns the message after a failed action: the server's sentence, or `offline` if there was no answer. */
export function describeError(error: Error, offline: string): string {
  if (!(error instanceof CallError)) return 'This did not work on the phone. Please try again.'
  if (error.is_offline) return offline
  return Object.values(error.fields)[0] ?? error.detail
}

/** Returns the server's errors by field; empty for other failures. */
export function findFieldErrors(error: Error | null): Record<string, string> {
  return error instanceof CallError ? error.fields : {}
}
