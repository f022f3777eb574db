import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;

/** Validates messages by a schema with allOf. */
public class Driver {
    static final String SCHEMA = "{\"allOf\":[{\"properties\":{\"a\":{\"type\":\"integer\"}}}]}";

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(SCHEMA);
        Rounds.run(args, i -> {
            JsonNode json = mapper.readTree("{\"a\":" + i + ",\"b\":\"x\"}");
            if (!schema.validate(json).isEmpty()) {
                throw new AssertionError("not valid");
            }
        });
    }
}
