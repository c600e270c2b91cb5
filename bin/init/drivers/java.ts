import { comment, type DriverTemplate, eachTask, heading, camelCase } from './template.ts'

const text = `${heading('// ', 'java -cp platform-driver PlatformDriver, made by: javac -d platform-driver PlatformDriver.java')}
// A task gets PLATFORM_TASK_INPUT as JSON, to be read by the JSON library of your client, and returns JSON.
import java.util.Map;

public class PlatformDriver {
    static final String BASE_URL = System.getenv("PLATFORM_BASE_URL");
    static final String CLIENT_ID = System.getenv("PLATFORM_CLIENT_ID");
    static final String CLIENT_SECRET = System.getenv("PLATFORM_CLIENT_SECRET");

    /** Thrown by a task that is not filled in. */
    static class NotFilled extends RuntimeException {}

    /** Throw it where your client reports an error. Its status is null if there is no HTTP status. */
    static class ClientError extends RuntimeException {
        final Integer status;

        ClientError(String kind, Integer status) {
            super(kind);
            this.status = status;
        }
    }

    interface Task {
        String run(String input) throws Exception;
    }

${eachTask((name, task) => `${comment('    // ', task)}\n    static String ${camelCase(name)}(String input) throws Exception {\n        throw new NotFilled();\n    }`)}

    static final Map<String, Task> TASKS = Map.ofEntries(
${eachTask((name) => `        Map.entry("${name}", PlatformDriver::${camelCase(name)})`, ',\n')});

    public static void main(String[] args) throws Exception {
        Task task = TASKS.get(System.getenv("PLATFORM_TASK"));
        if (task == null) System.exit(77);
        try {
            System.out.println("{\\"value\\": " + task.run(System.getenv("PLATFORM_TASK_INPUT")) + "}");
        } catch (NotFilled error) {
            System.exit(77);
        } catch (ClientError error) {
            String status = error.status == null ? "" : ", \\"status\\": " + error.status;
            String kind = error.getMessage().replaceAll("[\\\\p{Cntrl}\\"\\\\\\\\]", " ");
            System.out.println("{\\"error\\": {\\"kind\\": \\"" + kind + "\\"" + status + "}}");
        }
    }
}
`

/** The driver in Java. */
export const java: DriverTemplate = {
  file: 'PlatformDriver.java',
  // `java PlatformDriver.java` would compile it for each of about 200 runs, which takes minutes.
  build: 'javac -d platform-driver PlatformDriver.java',
  command: ['java', '-cp', 'platform-driver', 'PlatformDriver'],
  text,
}
