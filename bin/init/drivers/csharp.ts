import { comment, type DriverTemplate, eachTask, heading } from './template.ts'

const text = `${heading('// ', 'dotnet platform-driver/bin/platform-driver.dll, made by: dotnet build platform-driver -o platform-driver/bin')}
using System.Text.Json;

var baseUrl = Environment.GetEnvironmentVariable("PLATFORM_BASE_URL");
var clientId = Environment.GetEnvironmentVariable("PLATFORM_CLIENT_ID");
var clientSecret = Environment.GetEnvironmentVariable("PLATFORM_CLIENT_SECRET");

var tasks = new Dictionary<string, Func<JsonElement, Task<object>>>
{
${eachTask((name, task) => `${comment('    // ', task)}\n    ["${name}"] = input => throw new NotFilled(),`)}
};

try
{
    if (!tasks.TryGetValue(Environment.GetEnvironmentVariable("PLATFORM_TASK") ?? "", out var task)) throw new NotFilled();
    var input = JsonDocument.Parse(Environment.GetEnvironmentVariable("PLATFORM_TASK_INPUT") ?? "{}").RootElement;
    Console.WriteLine(JsonSerializer.Serialize(new { value = await task(input) }));
    return 0;
}
catch (NotFilled)
{
    return 77;
}
catch (ClientError error)
{
    object problem = error.Status is int status ? new { kind = error.Message, status } : new { kind = error.Message };
    Console.WriteLine(JsonSerializer.Serialize(new { error = problem }));
    return 0;
}

/// <summary>Thrown by a task that is not filled in.</summary>
class NotFilled : Exception { }

/// <summary>Throw it where your client reports an error. Its status is null if there is no HTTP status.</summary>
class ClientError(string kind, int? status = null) : Exception(kind)
{
    public int? Status { get; } = status;
}
`

const project = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net8.0</TargetFramework>
    <RollForward>Major</RollForward>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
`

/** The driver in C#, and its project. */
export const csharp: readonly DriverTemplate[] = [
  {
    file: 'platform-driver/Program.cs',
    // Concurrent `dotnet run` commands would build into the same folder.
    build: 'dotnet build platform-driver -o platform-driver/bin',
    command: ['dotnet', 'platform-driver/bin/platform-driver.dll'],
    text,
  },
  { file: 'platform-driver/platform-driver.csproj', text: project },
]
