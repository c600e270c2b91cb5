import { comment, type DriverTemplate, eachTask, heading } from './template.ts'

const text = `<?php
${heading('// ', 'php platform_driver.php')}
declare(strict_types=1);

final class NotFilled extends Exception {}

/** Throw it where your client reports an error. Its status is null if there is no HTTP status. */
final class ClientError extends Exception
{
    public function __construct(string $kind, public readonly ?int $status = null)
    {
        parent::__construct($kind);
    }
}

$baseUrl = getenv('PLATFORM_BASE_URL');
$clientId = getenv('PLATFORM_CLIENT_ID');
$clientSecret = getenv('PLATFORM_CLIENT_SECRET');

$tasks = [
${eachTask((name, task) => `${comment('    // ', task)}\n    '${name}' => fn (array $input) => throw new NotFilled(),`)}
];

try {
    $task = $tasks[getenv('PLATFORM_TASK')] ?? throw new NotFilled();
    // Objects within the input stay objects, so that {} does not become [].
    $report = ['value' => $task((array) json_decode(getenv('PLATFORM_TASK_INPUT')))];
} catch (NotFilled) {
    exit(77);
} catch (ClientError $error) {
    $report = ['error' => array_filter(['kind' => $error->getMessage(), 'status' => $error->status])];
}
echo json_encode($report, JSON_THROW_ON_ERROR), "\\n";
`

/** The driver in PHP. */
export const php: DriverTemplate = { file: 'platform_driver.php', command: ['php', 'platform_driver.php'], text }
