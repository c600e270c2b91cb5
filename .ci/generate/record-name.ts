/** `issue_events` -> `IssueEventRecord`. */
export function recordName(collection: string): string {
  const words = collection.replace(/s$/, '').split('_')
  return `${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}Record`
}
