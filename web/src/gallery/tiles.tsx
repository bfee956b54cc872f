import { Card } from './card.tsx'
import { GAP, type Line } from './lines.ts'
import styles from './wall.module.css'

/** The works of a line, side by side. */
export function Tiles({ line: { works, widths, areTakes } }: { readonly line: Line }) {
  return (
    <div className={styles.tiles} style={{ columnGap: GAP }}>
      {works.map(({ id }, index) => (
        <Card key={id} id={id} width={widths[index] ?? 0} isTake={areTakes} />
      ))}
    </div>
  )
}
