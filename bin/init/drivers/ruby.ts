import { comment, type DriverTemplate, eachTask, heading } from './template.ts'

const text = `${heading('# ', 'ruby platform_driver.rb')}
require 'json'

NotFilled = Class.new(StandardError)

# Raise it where your client reports an error. Its status is nil if there is no HTTP status.
class ClientError < StandardError
  attr_reader :status

  def initialize(kind, status = nil)
    super(kind)
    @status = status
  end
end

BASE_URL = ENV.fetch('PLATFORM_BASE_URL')
CLIENT_ID = ENV.fetch('PLATFORM_CLIENT_ID')
CLIENT_SECRET = ENV.fetch('PLATFORM_CLIENT_SECRET')

TASKS = {
${eachTask((name, task) => `${comment('  # ', task)}\n  '${name}' => ->(_input) { raise NotFilled },`)}
}.freeze

begin
  task = TASKS.fetch(ENV.fetch('PLATFORM_TASK')) { raise NotFilled }
  puts JSON.generate({ value: task.call(JSON.parse(ENV.fetch('PLATFORM_TASK_INPUT'))) })
rescue NotFilled
  exit 77
rescue ClientError => e
  puts JSON.generate({ error: { kind: e.message, status: e.status }.compact })
end
`

/** The driver in Ruby. */
export const ruby: DriverTemplate = { file: 'platform_driver.rb', command: ['ruby', 'platform_driver.rb'], text }
