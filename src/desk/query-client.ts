import { CallError } from '#lib/api'
import { QueryClient } from '@tanstack/react-query'

/**
 * A refusal is an answer and is not retried; a missing answer and 5xx are. No data of a desk is stored on the device.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 3 && error instanceof CallError && (error.is_offline || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})
