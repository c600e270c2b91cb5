// Writes an OCI image layout: layers, configuration, manifest and index, each named by its digest.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A layer, compressed. */
export interface Layer {
  readonly bytes: Buffer
  /** The digest of the tar file before compression. */
  readonly diffId: string
  /** The purpose of the layer, in the history of the image. */
  readonly comment: string
}

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/**
 * Makes a layer of a directory. Names are sorted, and all files have one time and one owner, so that the same files
 * make the same bytes. The directory itself is left out: as `/` of the image it would belong to the owner of this
 * layer, who could then move /app and /usr away.
 */
export function toLayer(directory: string, comment: string, seconds: number, owner: number): Layer {
  const tar = execFileSync(
    'tar',
    [
      '--format=ustar',
      '--sort=name',
      `--mtime=@${seconds}`,
      `--owner=:${owner}`,
      `--group=:${owner}`,
      '--numeric-owner',
      '-cf',
      '-',
      '-C',
      directory,
      ...readdirSync(directory).toSorted(),
    ],
    { maxBuffer: 2 ** 30, env: { ...process.env, LC_ALL: 'C' } },
  )
  return { bytes: gzipSync(tar, { level: 9 }), diffId: digestOf(tar), comment }
}

/** The configuration of an image. */
export interface ImageOptions {
  readonly architecture: string
  /** The time of the image, in seconds. */
  readonly seconds: number
  /** The part that OCI and Docker call `config`. */
  readonly config: Readonly<Record<string, unknown>>
  readonly annotations: Readonly<Record<string, string>>
  readonly tag: string
}

/** Writes a layout. Returns the digest of the manifest, which names the image by its bytes. */
export function writeLayout(directory: string, layers: readonly Layer[], options: ImageOptions): string {
  const { architecture, seconds, config, annotations, tag } = options
  const blobs = join(directory, 'blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  const write = (mediaType: string, bytes: Buffer): Descriptor => {
    const digest = digestOf(bytes)
    writeFileSync(join(blobs, digest.slice('sha256:'.length)), bytes)
    return { mediaType, digest, size: bytes.length }
  }
  const writeJson = (mediaType: string, value: unknown) => write(mediaType, Buffer.from(JSON.stringify(value)))
  const created = new Date(seconds * 1000).toISOString()
  const image = writeJson('application/vnd.oci.image.config.v1+json', {
    created,
    architecture,
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ comment }) => ({ created, created_by: 'npm run image', comment })),
  })
  const manifest = writeJson('application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: image,
    layers: layers.map(({ bytes }) => write('application/vnd.oci.image.layer.v1.tar+gzip', bytes)),
    annotations,
  })
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...manifest,
        platform: { architecture, os: 'linux' },
        annotations: { 'org.opencontainers.image.ref.name': tag },
      },
    ],
  }
  writeFileSync(join(directory, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  writeFileSync(join(directory, 'index.json'), JSON.stringify(index))
  return manifest.digest
}
