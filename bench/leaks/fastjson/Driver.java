import com.alibaba.fastjson.JSON;
import com.alibaba.fastjson.util.ParameterizedTypeImpl;
import java.lang.reflect.Type;
import java.util.List;

/** A client that unwraps answers: {code, data: {...}} into the Result of a User. */
public class Driver {
    public static class User {
        public String name;
        public int age;
        public List<String> tags;
    }

    public static class Result<T> {
        public int code;
        public T data;
    }

    static <T> Result<T> decode(String text, Class<T> of) {
        return JSON.parseObject(text, new ParameterizedTypeImpl(new Type[] {of}, null, Result.class));
    }

    public static void main(String[] args) throws Exception {
        Rounds.run(args, i -> {
            String user = "{\"name\": \"user" + i + "\", \"age\": " + i % 90 + ", \"tags\": [\"a" + i + "\", \"b\"]}";
            Result<User> result = decode("{\"code\": 0, \"data\": " + user + "}", User.class);
            if (result.data.tags.size() != 2) {
                throw new AssertionError(user);
            }
        });
    }
}
