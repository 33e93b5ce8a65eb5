/*
 * A script inside the start page. If this phone has a ticket for a coming trip, it reserves the space of the strip that
 * shows it, so that the form below does not move when the app starts.
 */
try {
  const trips = JSON.parse(localStorage.getItem('next-trips') ?? '[]') as { departs_at: string }[]
  const now = Date.now() + Number(localStorage.getItem('clock-skew'))
  if (trips.some(({ departs_at }) => Date.parse(departs_at) > now - 86_400_000))
    document.documentElement.dataset['strip'] = ''
} catch {}
