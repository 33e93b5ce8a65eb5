const paths = { back: 'M14.5 5.5 8 12l6.5 6.5', forward: 'M9.5 5.5 16 12l-6.5 6.5' }

/** The arrow of a control that leads back or forward. It has no name: the control has one. */
export const Chevron = ({ to }: { to: keyof typeof paths }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
    <path
      d={paths[to]}
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
