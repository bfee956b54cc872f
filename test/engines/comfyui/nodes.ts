/** An input of a node: a type that must be linked, a value of a primitive type, one of a list, or a file that was uploaded. */
export interface Input {
  readonly type: string | readonly unknown[]
  readonly optional?: boolean
  readonly min?: number
  readonly max?: number
  /** The server checks that the file exists instead of a list. */
  readonly file?: 'image' | 'video' | 'audio'
}

export interface NodeClass {
  readonly inputs: Readonly<Record<string, Input>>
  /** Types of its outputs. */
  readonly outputs: readonly string[]
  /** Whether it is run for its own sake. */
  readonly saves?: boolean
}

/** Names of model files by the input that selects one. */
export type Models = Readonly<Record<string, readonly string[]>>

const link = (type: string): Input => ({ type })
const optional = (input: Input): Input => ({ ...input, optional: true })
const int = (min: number, max: number): Input => ({ type: 'INT', min, max })
const float = (min: number, max: number): Input => ({ type: 'FLOAT', min, max })
const oneOf = (...values: readonly unknown[]): Input => ({ type: values })
const text: Input = { type: 'STRING' }
const fileOf = (file: 'image' | 'video' | 'audio'): Input => ({ type: [], file })

const MOST = 16_384
const canvas = (least: number) => ({
  width: int(least, MOST),
  height: int(least, MOST),
  length: int(1, MOST),
  batch_size: int(1, 4096),
})
const conditioned = { positive: link('CONDITIONING'), negative: link('CONDITIONING') }

const SAMPLERS = ['euler', 'heun', 'dpmpp_2m', 'uni_pc', 'lcm']
const SCHEDULERS = ['simple', 'normal', 'karras', 'beta']

const sampled = {
  model: link('MODEL'),
  steps: int(1, 10_000),
  cfg: float(0, 100),
  sampler_name: oneOf(...SAMPLERS),
  scheduler: oneOf(...SCHEDULERS),
  ...conditioned,
  latent_image: link('LATENT'),
}

export const MODELS: Models = {
  unet_name: [
    'wan2.2_ti2v_5B_fp16.safetensors',
    ...['t2v_high', 't2v_low', 'i2v_high', 'i2v_low'].map((kind) => `wan2.2_${kind}_noise_14B_fp8_scaled.safetensors`),
  ],
  clip_name: ['umt5_xxl_fp8_e4m3fn_scaled.safetensors'],
  vae_name: ['wan_2.1_vae.safetensors', 'wan2.2_vae.safetensors'],
  lora_name: ['high', 'low'].map((noise) => `wan2.2_t2v_lightx2v_4steps_lora_v1.1_${noise}_noise.safetensors`),
}

/**
 * Node classes with the inputs that the server requires (docs/engines/comfyui.md#node-classes).
 * @param recent whether the format of SaveVideo has inputs that depend on it
 */
export function nodeClasses(models: Models, recent: boolean): Readonly<Record<string, NodeClass>> {
  const model = (input: string): Input => ({ type: models[input] ?? [] })
  const save: Readonly<Record<string, Input>> = recent
    ? {
        format: oneOf('auto', 'mp4', 'mkv', 'webm'),
        'format.codec': oneOf('auto', 'h264', 'av1'),
        codec: optional(oneOf('auto', 'h264', 'av1')),
      }
    : { format: oneOf('auto', 'mp4'), codec: oneOf('auto', 'h264') }
  return {
    UNETLoader: {
      inputs: {
        unet_name: model('unet_name'),
        weight_dtype: oneOf('default', 'fp8_e4m3fn', 'fp8_e4m3fn_fast', 'fp8_e5m2'),
      },
      outputs: ['MODEL'],
    },
    CLIPLoader: {
      inputs: {
        clip_name: model('clip_name'),
        type: oneOf('stable_diffusion', 'sd3', 'ltxv', 'wan', 'hunyuan_image'),
        device: optional(oneOf('default', 'cpu')),
      },
      outputs: ['CLIP'],
    },
    VAELoader: { inputs: { vae_name: model('vae_name') }, outputs: ['VAE'] },
    LoraLoaderModelOnly: {
      inputs: { model: link('MODEL'), lora_name: model('lora_name'), strength_model: float(-100, 100) },
      outputs: ['MODEL'],
    },
    ModelSamplingSD3: { inputs: { model: link('MODEL'), shift: float(0, 100) }, outputs: ['MODEL'] },
    CLIPTextEncode: { inputs: { text, clip: link('CLIP') }, outputs: ['CONDITIONING'] },
    EmptyHunyuanLatentVideo: { inputs: canvas(16), outputs: ['LATENT'] },
    WanFirstLastFrameToVideo: {
      inputs: {
        ...conditioned,
        vae: link('VAE'),
        ...canvas(16),
        start_image: optional(link('IMAGE')),
        end_image: optional(link('IMAGE')),
      },
      outputs: ['CONDITIONING', 'CONDITIONING', 'LATENT'],
    },
    Wan22ImageToVideoLatent: {
      inputs: { vae: link('VAE'), ...canvas(32), start_image: optional(link('IMAGE')) },
      outputs: ['LATENT'],
    },
    KSampler: { inputs: { ...sampled, seed: int(0, 2 ** 64), denoise: float(0, 1) }, outputs: ['LATENT'] },
    KSamplerAdvanced: {
      inputs: {
        ...sampled,
        add_noise: oneOf('enable', 'disable'),
        noise_seed: int(0, 2 ** 64),
        start_at_step: int(0, 10_000),
        end_at_step: int(0, 10_000),
        return_with_leftover_noise: oneOf('disable', 'enable'),
      },
      outputs: ['LATENT'],
    },
    VAEDecode: { inputs: { samples: link('LATENT'), vae: link('VAE') }, outputs: ['IMAGE'] },
    LoadImage: { inputs: { image: fileOf('image') }, outputs: ['IMAGE', 'MASK'] },
    LoadVideo: { inputs: { file: fileOf('video') }, outputs: ['VIDEO'] },
    LoadAudio: { inputs: { audio: fileOf('audio') }, outputs: ['AUDIO'] },
    GetVideoComponents: { inputs: { video: link('VIDEO') }, outputs: ['IMAGE', 'AUDIO', 'FLOAT'] },
    CreateVideo: {
      inputs: { images: link('IMAGE'), fps: float(1, 120), audio: optional(link('AUDIO')) },
      outputs: ['VIDEO'],
    },
    SaveVideo: { inputs: { video: link('VIDEO'), filename_prefix: text, ...save }, outputs: [], saves: true },
    PreviewImage: { inputs: { images: link('IMAGE') }, outputs: [], saves: true },
  }
}
