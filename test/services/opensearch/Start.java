import org.codelibs.opensearch.runner.OpenSearchRunner;

/** One node with its data in a folder, on two ports: HTTP and its own. It ends when its input does. */
public class Start {
  public static void main(String[] args) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", args[1]);
      settings.put("transport.port", args[2]);
      settings.put("discovery.type", "single-node");
    }).build(OpenSearchRunner.newConfigs().basePath(args[0]).numOfNode(1).printOnFailure());
    System.out.println("started");
    while (System.in.read() >= 0) {
    }
    runner.close();
    System.exit(0);
  }
}
