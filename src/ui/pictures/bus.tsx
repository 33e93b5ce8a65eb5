/** A bus with luggage on its roof. */
export function BusDrawing({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 96 60"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M17 12V6h18v6m4 0V2h16v10" fill="#f9b000" />
      <path d="M4 48V18q0-6 6-6h55q6 0 10 7l9 14q8 2 8 9v6z" fill="var(--paper)" />
      <path d="M12 20h14v11H12zm21 0h14v11H33zm21 0h11q4 0 10 11H54z" />
      <path d="M4 40h86" stroke="#f9b000" strokeWidth="5" />
      <path
        d="M15 48a8 8 0 0 1 16 0 8 8 0 0 1-16 0m46 0a8 8 0 0 1 16 0 8 8 0 0 1-16 0"
        fill="#868072"
      />
    </svg>
  )
}
